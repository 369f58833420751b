package tf

import "strings"

// The parts of tf.keras that need no layers: initializers, activations, regularizers, constraints, the
// registry of classes, losses, metrics, the backend and the utilities.

func init() {
	inKerasPart("_keras_initializers", "initializers", "Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity "+
		"Initializer LecunNormal LecunUniform Ones Orthogonal RandomNormal RandomUniform TruncatedNormal "+
		"VarianceScaling Zeros constant=Constant glorot_normal=GlorotNormal glorot_uniform=GlorotUniform "+
		"he_normal=HeNormal he_uniform=HeUniform identity=Identity lecun_normal=LecunNormal "+
		"lecun_uniform=LecunUniform ones=Ones orthogonal=Orthogonal random_normal=RandomNormal "+
		"random_uniform=RandomUniform truncated_normal=TruncatedNormal variance_scaling=VarianceScaling zeros=Zeros "+
		"deserialize get serialize")
	inKerasPart("_keras_regularizers", "regularizers", "L1 L1L2 L2 OrthogonalRegularizer Regularizer l1=L1 l1_l2 l2=L2 "+
		"orthogonal_regularizer=OrthogonalRegularizer deserialize get serialize")
	inKerasPart("_keras_constraints", "constraints", "Constraint MaxNorm MinMaxNorm NonNeg RadialConstraint UnitNorm "+
		"max_norm min_max_norm non_neg radial_constraint unit_norm deserialize get serialize")
	inKerasPart("_keras_activations", "activations", "deserialize elu exponential gelu get hard_sigmoid linear mish relu "+
		"selu serialize sigmoid softmax softplus softsign swish tanh")
	for _, part := range []string{"saving", "utils"} {
		inKerasPart("_keras_registration", part, "custom_object_scope get_custom_objects get_registered_name "+
			"get_registered_object register_keras_serializable")
		inKerasPart("_keras_saving", part, "deserialize_keras_object serialize_keras_object")
	}
	inKerasPart("_keras_registration", "utils", "CustomObjectScope")
	inKerasPart("_keras_saving", "utils.legacy", "deserialize_keras_object=legacy_deserialize "+
		"serialize_keras_object=legacy_serialize")
}

// inKerasPart declares names of a part of tf.keras that a module of the library defines; other=name declares
// another name of one.
func inKerasPart(module, part, names string) {
	for _, n := range strings.Fields(names) {
		public, own, ok := strings.Cut(n, "=")
		if !ok {
			own = public
		}
		alsoInLibrary("tf.keras."+part+"."+public, module+":"+own)
	}
}
